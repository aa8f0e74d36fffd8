import { checkFields, CommandError, refuse, type Document } from '../refusals.ts';
import { asDocument, checkTypes } from '../values.ts';
import { adminCommands } from './admin.ts';
import { aggregateCommands } from './aggregate.ts';
import type { Command, Context } from './command.ts';
import { deleteCommands } from './delete.ts';
import { findAndModifyCommands } from './find-and-modify.ts';
import { findCommands } from './find.ts';
import { handshakeCommands } from './handshake.ts';
import { indexCommands } from './indexes.ts';
import { insertCommands } from './insert.ts';
import { updateCommands } from './update.ts';

const commands: Record<string, Command> = {
  ...handshakeCommands,
  ...findCommands,
  ...insertCommands,
  ...updateCommands,
  ...deleteCommands,
  ...findAndModifyCommands,
  ...aggregateCommands,
  ...indexCommands,
  ...adminCommands,
};

const commonOptions = [
  '$db',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
];
const readConcerns = [undefined, 'local', 'available', 'majority'];
const writeConcerns = [undefined, 0, 1, 'majority'];

/** Runs a command and returns its reply. Throws a CommandError for what is not served. */
export async function runCommand(
  body: Document,
  context: Omit<Context, 'database'>,
): Promise<Document> {
  const name = Object.keys(body)[0] ?? '';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandError(59, `no such command: '${name}' in the embedded server`);
  const isHandshake = Object.hasOwn(handshakeCommands, name);
  if (!isHandshake) checkTypes(body, name);
  checkFields(body, [name, ...commonOptions, ...command.options], `the command ${name}`);
  checkConcerns(body);
  const reply = await command.run(body, { ...context, database: String(body.$db) });
  return { ...reply, ok: 1 };
}

// With one server that writes through to its file, every accepted concern is met.
function checkConcerns(body: Document): void {
  const { level } = asDocument(body.readConcern ?? {}, 'readConcern');
  if (!readConcerns.includes(level as string)) throw refuse(`readConcern '${String(level)}'`);
  const { w } = asDocument(body.writeConcern ?? {}, 'writeConcern');
  if (!writeConcerns.includes(w as string)) throw refuse(`writeConcern w: ${String(w)}`);
}
