import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
/** The flags for a user who was present and verified. */
const verified = 0x05;
const withCredential = 0x40;

interface Options {
  challenge: string;
}

/** A device with one passkey. Responds in the format of a browser. */
export function createPasskeyDouble(
  officeUrl = 'https://www.example.co.za',
  id: Buffer = randomBytes(16),
) {
  const { origin, hostname } = new URL(officeUrl);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;

  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }));

  function authenticatorData(flags: number, ...rest: Uint8Array[]): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE((counter += 1), 1);
    return Buffer.concat([sha256(hostname), head, ...rest]);
  }

  function answer(response: Record<string, Buffer>) {
    const texts = Object.entries(response).map(([name, data]) => [
      name,
      data.toString('base64url'),
    ]);
    const text = id.toString('base64url');
    return {
      ...{ id: text, rawId: text, type: 'public-key', clientExtensionResults: {} },
      response: Object.fromEntries(texts) as Record<string, string>,
    };
  }

  return {
    create(options: Options) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: an EC2 key for ES256 on P-256.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const data = authenticatorData(
        verified | withCredential,
        ...[Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)],
      );
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data)],
      ]);
      return answer({
        clientDataJSON: clientData('create', options),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)),
      });
    },
    get(options: Options) {
      const [clientDataJSON, data] = [clientData('get', options), authenticatorData(verified)];
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return answer({ clientDataJSON, authenticatorData: data, signature });
    },
  };
}
