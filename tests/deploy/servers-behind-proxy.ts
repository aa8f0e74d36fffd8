import { startService, type Service } from '../../testing/service.ts';
import { ownStores } from '../../testing/own-stores.ts';

export interface ServersBehindProxy {
  api: Service;
  office: Service;
  ports: { apiPort: number; officePort: number };
  stop: () => Promise<void>;
}

/**
 * Starts an API and an enquiries desk that trust one proxy. The limit per visitor is low, so that
 * tests reach it.
 */
export async function startServersBehindProxy(
  settings: Record<string, string> = {},
): Promise<ServersBehindProxy> {
  const stores = ownStores();
  const shared = { ...stores.settings, TRUSTED_PROXY_HOPS: '1', ...settings };
  const [api, office] = await Promise.all([
    startService('api', { ...shared, MONGODB_URI: '', RATE_LIMIT_PER_ADDRESS: '5' }),
    startService('office', shared),
  ]);
  return {
    api,
    office,
    ports: { apiPort: portOf(api), officePort: portOf(office) },
    async stop() {
      await Promise.all([api.stop(), office.stop()]);
      await stores.remove();
    },
  };
}

function portOf({ url }: Service): number {
  return Number(new URL(url).port);
}
