/** What a notification says. */
export function NotificationText({ title, description }: { title: string; description: string }) {
  return (
    <div>
      <p className="notification-title">{title}</p>
      <p className="notification-description">{description}</p>
    </div>
  );
}
