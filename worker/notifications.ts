import type * as z from 'zod';

import type { Company } from '../contract/company.ts';
import {
  notifications,
  type ChannelName,
  type NotificationKind,
} from '../contract/notifications.ts';
import type { ChannelState } from '../platform/channel-state.ts';
import type { Logger } from '../platform/logger.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import type { Channel, ChannelMessage } from './channel.ts';
import type { WorkerConfig } from './config.ts';
import { acknowledgement } from './mail/acknowledgement.ts';
import { createMailer } from './mail/mailer.ts';
import { reply } from './mail/reply.ts';
import { readMailConfig, mailSettings } from './mail/settings.ts';
import { staffNotification } from './mail/staff-notification.ts';

export const channelSettings = { ...mailSettings };

/** Reads the configuration of each channel. */
export function readChannelConfigs(
  settings: z.infer<z.ZodObject<typeof channelSettings>>,
  company: Company,
) {
  return { mail: readMailConfig(settings, company) };
}

/** Opens every channel. */
export function openChannels(
  config: WorkerConfig,
  logger: Logger,
  states: Partial<Record<ChannelName, ChannelState>> = {},
) {
  const mail = createMailer(config.mail, logger, states.mail);
  return { mail } satisfies Record<ChannelName, unknown>;
}

export type Channels = ReturnType<typeof openChannels>;

/** The type of message that the channel for a kind of notification sends. */
type MessageOf<Kind extends NotificationKind> = Parameters<
  Channels[(typeof notifications)[Kind]['channel']]['send']
>[0];

const messages: {
  [Kind in NotificationKind]: (
    submission: ContactSubmission,
    config: WorkerConfig,
  ) => MessageOf<Kind>;
} = {
  staff: staffNotification,
  acknowledgement,
  reply,
};

/** The message of a notification and the channel that sends it. */
export function prepareNotification(
  kind: NotificationKind,
  submission: ContactSubmission,
  { config, channels }: { config: WorkerConfig; channels: Channels },
): { message: ChannelMessage; channel: Channel<ChannelMessage> } {
  // The type of `messages` pairs each message with the channel of its kind.
  const channel = channels[notifications[kind].channel] as Channel<ChannelMessage>;
  const message = messages[kind](submission, config);
  return { message, channel };
}
