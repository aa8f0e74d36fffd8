import { words } from './words.ts';

/** Stays above the button when the notification has gone; that one has already been spoken. */
export function Failure({ message }: { message: string }) {
  return (
    <div className="statement">
      <strong>{message}</strong>
      <p>{words.kept}</p>
    </div>
  );
}
