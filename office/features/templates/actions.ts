import * as z from 'zod/mini';

import { fieldsInBraces, unknownField } from '../../../contract/replies.ts';
import { get, post } from '../../action.ts';
import { id, line, moment } from '../../office-views.ts';
import { maxTextLength } from '../enquiries/changes.ts';

const template = z.object({
  id,
  name: line(1, 80),
  text: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(maxTextLength),
    z.refine(
      (text) => unknownField(text) === undefined,
      `The text has an unknown field in braces. Only ${fieldsInBraces} are filled in.`,
    ),
  ),
});

/** The actions on templates for replies. The audit trail omits their names and texts. */
export const templateActions = {
  /** Lists the templates, sorted by name. */
  'template.read': get(
    'enquiry.read',
    z.object({
      templates: z.array(z.extend(template, { changedBy: z.string(), changedAt: moment })),
    }),
  ),
  /** Adds a template. With `seen`, replaces the template if it was last changed at that time. */
  'template.save': post(
    'template.change',
    z.extend(template, { seen: z.optional(moment) }),
    template,
    { audit: ['handling', 'saved a reply template'] },
  ),
  /** Removes a template and returns it as it was stored, so that the removal can be undone. */
  'template.remove': post('template.change', template, template, {
    audit: ['handling', 'removed a reply template'],
  }),
};
