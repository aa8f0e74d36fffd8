export interface ChatMessage {
  title: string;
  text: string;
  /** Whether the message should make a phone ring, if the receiver supports that. */
  isUrgent?: boolean;
  /** Additional fields for a custom receiver. */
  data?: Record<string, unknown>;
}

const timeout = 8_000;

/**
 * Posts a message to Slack, Teams, ntfy or a custom receiver.
 *
 * @throws Error with the HTTP status as its `code` if the receiver refuses, or an error of `fetch`.
 */
export async function postToChat(address: string, message: ChatMessage): Promise<void> {
  const { url, body } = chatRequest(address, message);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  });
  // An unread body would keep the connection open.
  await answer.body?.cancel();
  if (!answer.ok) throw Object.assign(new Error('refused'), { code: String(answer.status) });
}

/**
 * The URL and body to post. All bodies have `text`, which Slack and most others show. Teams
 * requires a card (https://learn.microsoft.com/power-automate/teams). ntfy requires a request to
 * its root, with the topic in the body (https://docs.ntfy.sh/publish/#publish-as-json).
 */
export function chatRequest(
  address: string,
  { title, text: details, isUrgent = false, data }: ChatMessage,
): { url: string; body: Record<string, unknown> } {
  const text = `${title}\n${details}`;
  const { hostname, origin, pathname, search } = new URL(address);
  if (/(^|\.)slack\.com$/.test(hostname)) return { url: address, body: { text } };
  if (/(^|\.)(logic\.azure|powerplatform|office)\.com$/.test(hostname)) {
    return { url: address, body: { text, type: 'message', attachments: [card(title, details)] } };
  }
  const fields = { text, title, message: details };
  if (/^ntfy\./.test(hostname)) {
    const topic = pathname.slice(1);
    return { url: origin + search, body: { ...fields, topic, priority: isUrgent ? 5 : 3 } };
  }
  return { url: address, body: { ...fields, ...data } };
}

function card(title: string, details: string) {
  const block = (text: string, weight: string) => ({ type: 'TextBlock', text, weight, wrap: true });
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [block(title, 'Bolder'), ...details.split('\n').map((line) => block(line, 'Default'))],
    },
  };
}
