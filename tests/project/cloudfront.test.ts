import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { projectRoot } from '../../dev/processes.ts';

interface Distribution {
  Origins: { Id: string; S3OriginConfig?: object; CustomOriginConfig?: object }[];
  DefaultCacheBehavior: { TargetOriginId: string; AllowedMethods?: string[] };
  CacheBehaviors?: object[];
  CustomErrorResponses: { ErrorCode: number; ResponseCode?: number; ErrorCachingMinTTL: number }[];
}

const file = join(projectRoot, 'deploy/cloudfront/template.yml');
const template = parse(readFileSync(file, 'utf8'), { logLevel: 'silent' }) as {
  Resources: {
    Site: { Properties: { DistributionConfig: Distribution } };
    PageOfFolder: { Properties: { FunctionCode: string } };
  };
};
const { Site, PageOfFolder } = template.Resources;
const { Origins, DefaultCacheBehavior, CacheBehaviors, CustomErrorResponses } =
  Site.Properties.DistributionConfig;

/** The file in the bucket that the distribution requests for a URI. */
function fileFor(uri: string): string {
  const code = `${PageOfFolder.Properties.FunctionCode}; handler({ request: { uri } }).uri`;
  return String(runInNewContext(code, { uri }));
}

it('serves only files, so that staff requests are never forwarded or cached', () => {
  expect(Origins).toMatchObject([{ Id: 'files', S3OriginConfig: {} }]);
  expect(CacheBehaviors).toBeUndefined();
  expect(DefaultCacheBehavior.TargetOriginId).toBe('files');
  // By default, CloudFront allows only GET and HEAD, so nothing can be submitted.
  expect(DefaultCacheBehavior.AllowedMethods).toBeUndefined();
});

it('resolves every folder to its index.html, even /ops/, which has no files', () => {
  expect(
    ['/', '/terms', '/terms/', '/fonts/a.woff2', '/ops/', '/ops/enquiries'].map(fileFor),
  ).toEqual([
    '/index.html',
    '/terms/index.html',
    '/terms/index.html',
    '/fonts/a.woff2',
    '/ops/index.html',
    '/ops/enquiries/index.html',
  ]);
});

it('answers 404 for missing files, and does not cache errors', () => {
  const notFound = CustomErrorResponses.filter(({ ResponseCode }) => ResponseCode === 404);
  expect(notFound.map(({ ErrorCode }) => ErrorCode).sort()).toEqual([403, 404]);
  expect(CustomErrorResponses.every(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL === 0)).toBe(
    true,
  );
});
