import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** Bytes that the answer to a browser takes on the wire, its headers included. */
export async function answerBytes(url: string): Promise<number> {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br' };
  const [response] = (await once(get(url, { agent: false, headers }), 'response')) as [
    IncomingMessage,
  ];
  const { socket } = response;
  await once(response.resume(), 'end');
  return socket.bytesRead;
}
