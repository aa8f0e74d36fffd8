import { withId } from '../../../storage/connection.ts';
import { readTemplates, removeTemplate, saveTemplate } from '../../../storage/templates.ts';
import { routesFor, type Route } from '../../server/route.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, usernameOf } from '../../server/task.ts';

const maxTemplates = 100;

/** The routes for templates. Rights and schemas are in `actions.ts`. */
export function templateRoutes(): Route[] {
  return routesFor({
    async 'template.read'({ database }) {
      return { templates: (await readTemplates(await database())).map(withId) };
    },
    'template.save': (task, { seen, ...template }) =>
      run(task, 'template.save', {}, async () => {
        const database = await task.database();
        const { id: _id, ...content } = template;
        const others = (await readTemplates(database)).filter((other) => other._id !== _id);
        if (others.length >= maxTemplates) {
          throw new TaskError('conflict', `There can be at most ${maxTemplates} templates.`);
        }
        const changed = { changedBy: usernameOf(task.actor), changedAt: new Date() };
        const saved = { _id, ...content, ...changed };
        const seenAt = seen === undefined ? undefined : new Date(seen);
        if (!(await saveTemplate(database, saved, seenAt))) {
          throw new TaskError(
            'conflict',
            'A colleague has changed this template. Copy your text, then cancel and edit the template again.',
          );
        }
        return template;
      }),
    'template.remove': (task, template) =>
      run(task, 'template.remove', {}, async () => {
        const removed = await removeTemplate(await task.database(), template.id);
        return removed ? withId(removed) : template;
      }),
  });
}
