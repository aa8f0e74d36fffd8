import * as z from 'zod/mini';

export const notificationStatuses = ['pending', 'sent', 'failed', 'withheld'] as const;
export const submissionStatuses = ['accepted', 'quarantined', 'released'] as const;
const handlingStates = ['new', 'open', 'waiting', 'done'] as const;

/**
 * What staff decide about an enquiry. Schemas and storage are derived from this table; `initial` is
 * the value until staff change it.
 */
export const handlingFields = {
  state: { schema: z.enum(handlingStates), initial: 'new' },
  owner: { schema: z.nullable(z.string()), initial: null },
  /** The day on which a waiting enquiry returns to the list of the person it is assigned to. */
  followUp: { schema: z.nullable(z.iso.date()), initial: null },
  /** The day on which staff first answered: by a reply, by phone or from another program. */
  answeredOn: { schema: z.nullable(z.iso.date()), initial: null },
  tags: { schema: z.array(z.string()), initial: [] as string[] },
  /** The references of enquiries that staff linked to this one. */
  linked: { schema: z.array(z.string()), initial: [] as string[] },
} as const satisfies Record<string, { schema: z.ZodMiniType; initial: string | null | string[] }>;

type HandlingField = keyof typeof handlingFields;
export type HandlingValues = {
  [Name in HandlingField]: z.infer<(typeof handlingFields)[Name]['schema']>;
};

export const handlingShape = Object.fromEntries(
  Object.entries(handlingFields).map(([name, { schema }]) => [name, schema]),
) as { [Name in HandlingField]: (typeof handlingFields)[Name]['schema'] };
