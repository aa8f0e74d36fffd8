import { startService, type Service } from '../../dev/service.ts';
import { ownStores } from '../own-stores.ts';

export interface ApiBehindProxy {
  api: Service;
  port: number;
  stop(): Promise<void>;
}

/** The API as it runs behind one proxy: few enquiries a visitor, so that a test meets the limit. */
export async function startApiBehindProxy(
  settings: Record<string, string> = {},
): Promise<ApiBehindProxy> {
  const stores = ownStores();
  const api = await startService('api', {
    ...stores.settings,
    TRUSTED_PROXY_HOPS: '1',
    RATE_LIMIT_PER_ADDRESS: '5',
    ...settings,
  });
  return {
    api,
    port: Number(new URL(api.url).port),
    async stop() {
      await api.stop();
      await stores.remove();
    },
  };
}
