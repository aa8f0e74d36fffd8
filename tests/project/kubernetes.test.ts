import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { apiSettings } from '../../api/config.ts';
import { companyEnv } from '../../contract/company.ts';
import { projectRoot } from '../../dev/processes.ts';
import { officeSettings } from '../../office/config.ts';
import { backupSettings } from '../../office/terminal/backup/settings.ts';
import { workerSettings } from '../../worker/config.ts';

const models = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ScaledObject,
  Secret,
  Service,
};

interface PodTemplate {
  spec: { containers: { env?: { name: string }[] }[] };
}

interface Manifest {
  apiVersion: string;
  kind: keyof typeof models;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    ingressClassName?: string;
    podSelector?: { matchLabels?: Record<string, string> };
    ingress?: { ports: { port: number }[] }[];
    template?: PodTemplate;
    jobTemplate?: { spec: { template: PodTemplate } };
    egress?: { ports: { port: number }[] }[];
  };
}

const folder = join(projectRoot, 'deploy/kubernetes');
const manifests = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
    const manifest = document.toJS() as Manifest;
    return { manifest, title: `${file}: ${manifest.kind} ${manifest.metadata.name}` };
  }),
);

it.each(manifests)('$title is valid for Kubernetes', ({ manifest }) => {
  const Model = models[manifest.kind];
  expect(Model, `There is no schema of ${manifest.kind}.`).toBeDefined();
  const made = new Model(manifest as never);
  expect(made.apiVersion).toBe(manifest.apiVersion);
  expect(() => {
    made.validate();
  }).not.toThrow();
});

it("only the worker, the office and the backup have MongoDB's address, and network access to it", () => {
  const given = manifests.filter(({ manifest: { spec } }) =>
    (spec?.jobTemplate?.spec ?? spec)?.template?.spec.containers.some(({ env = [] }) =>
      env.some(({ name }) => name === 'MONGODB_URI'),
    ),
  );
  const reaching = manifests.filter(({ manifest: { spec } }) =>
    spec?.egress?.some(({ ports }) => ports.some(({ port }) => port === 27_017)),
  );
  for (const found of [given, reaching]) {
    expect(found.map(({ manifest }) => manifest.metadata.name)).toEqual([
      'backup',
      'office',
      'worker',
    ]);
  }
});

it('the Ingress is for ingress-nginx, and network policies admit certificate challenges', () => {
  const found = manifests.map(({ manifest: { kind, spec } }) => ({ kind, spec }));
  const ingresses = found.filter(({ kind }) => kind === 'Ingress');
  expect(ingresses.map(({ spec }) => spec?.ingressClassName)).toEqual(['nginx']);
  // Pods with this label, on port 8089, answer the certificate challenges of cert-manager.
  const solver = { 'acme.cert-manager.io/http01-solver': 'true' };
  const admitting = found.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' &&
      JSON.stringify(spec?.podSelector?.matchLabels) === JSON.stringify(solver),
  );
  expect(admitting.map(({ spec }) => spec?.ingress?.[0]?.ports)).toEqual([[{ port: 8089 }]]);
});

it('docs/deployment.md says that a cluster needs metrics-server and KEDA', () => {
  const [, section = ''] = readFileSync(join(projectRoot, 'docs/deployment.md'), 'utf8').split(
    '\n## Kubernetes\n',
  );
  const needs = { HorizontalPodAutoscaler: 'metrics-server', ScaledObject: 'KEDA' };
  for (const [kind, need] of Object.entries(needs)) {
    expect(manifests.some(({ manifest }) => manifest.kind === kind)).toBe(true);
    expect(section.split('\n## ')[0]).toContain(need);
  }
});

it('the manifests contain no unknown setting', () => {
  const known = {
    ...apiSettings.shape,
    ...workerSettings.shape,
    ...officeSettings.shape,
    ...backupSettings.shape,
    ...companyEnv.shape,
  };
  const given = manifests.flatMap(({ manifest }) =>
    Object.keys({ ...manifest.data, ...manifest.stringData }),
  );
  expect(given.filter((name) => !(name in known))).toEqual([]);
});
