let title = document.title;
let newEnquiries = 0;
let isPrinting = false;

function show(): void {
  document.title = newEnquiries > 0 && !isPrinting ? `(${newEnquiries}) ${title}` : title;
}

/** Sets the title of the window to that of a page, followed by the firm's name. */
export function setPageTitle(page: string): void {
  const company = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  title = `${page} – ${company?.content ?? 'Enquiries'}`;
  show();
}

/** Shows the number of new enquiries before the title, if there are any. */
export function setNewEnquiries(count: number): void {
  newEnquiries = count;
  show();
}

// A saved PDF is named after the window title, so the number is hidden while printing.
for (const kind of ['beforeprint', 'afterprint']) {
  addEventListener(kind, () => {
    isPrinting = kind === 'beforeprint';
    show();
  });
}
