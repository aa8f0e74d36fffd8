export function enhancePrinting(root: ParentNode): void {
  const opened: HTMLDetailsElement[] = [];

  addEventListener('beforeprint', () => {
    const closed = root.querySelectorAll<HTMLDetailsElement>('[data-specimen]:not([open])');
    for (const specimen of closed) {
      specimen.open = true;
      opened.push(specimen);
    }
  });
  addEventListener('afterprint', () => {
    for (const specimen of opened.splice(0)) specimen.open = false;
  });
}
