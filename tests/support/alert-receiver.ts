import { createServer } from 'node:http';

import { firm } from '#firm/firm.ts';
import { listen } from '../../dev/ports.ts';
import type { SmtpDouble } from './smtp-double.ts';

export interface SentAlert {
  channel: 'mail' | 'webhook';
  /** The title, without the company's name. */
  title: string;
  text: string;
}

const onCall = 'on-call@example.co.za';

/** Starts a server that receives alerts and the heartbeats for an external monitor. */
export async function startAlertReceiver(mail: SmtpDouble) {
  const posted: SentAlert[] = [];
  let heartbeats = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (request.method === 'GET') heartbeats += 1;
      else {
        const { text } = JSON.parse(body) as { text: string };
        const [title = ''] = text.split('\n');
        posted.push({ channel: 'webhook', title: withoutCompany(title), text });
      }
      response.end('ok');
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const mailed = () =>
    mail.accepted
      .filter(({ to }) => to.includes(onCall))
      .map(({ mail: { subject = '', text = '' } }): SentAlert => {
        return { channel: 'mail', title: withoutCompany(subject), text };
      });
  return {
    settings: {
      ALERT_EMAIL: onCall,
      ALERT_WEBHOOK_URL: `${url}/hook`,
      HEARTBEAT_URL: `${url}/alive`,
    },
    /** All alerts since the last call of `clear`. */
    alerts: () => [...mailed(), ...posted],
    clear() {
      mail.accepted.length = 0;
      posted.length = 0;
    },
    heartbeats: () => heartbeats,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function withoutCompany(title: string): string {
  return title.replace(`${firm.name}: `, '');
}
