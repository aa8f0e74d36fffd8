/** Lets F8 move the focus to the region of notifications. */
export function enhanceNotifications(root: ParentNode): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'F8') root.querySelector<HTMLElement>('.notifications')?.focus();
  });
}
