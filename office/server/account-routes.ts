import type { Request, Response } from 'express';

import { Problem } from '../../platform/http/problem.ts';
import { findUser, listUsers, roleOf, type UserSummary } from '../../storage/users.ts';
import { accountBodies, accountPaths, linkPath, type AccountView } from '../account-api.ts';
import { addAccount, changePermissions, makeLink, readUsername } from '../tasks/manage-accounts.ts';
import type { Context } from './context.ts';
import { staffOf } from './require-staff.ts';
import { readBody, type Route } from './route.ts';

/** What an officer does with the accounts of others. */
export function accountRoutes({ config, database }: Context): Route[] {
  async function showAccounts(_request: Request, response: Response): Promise<void> {
    const users = await database.use(listUsers);
    response.json({ accounts: users.map(viewOf) });
  }

  /** The account that a path names by its id. */
  async function usernameIn(request: Request): Promise<string> {
    const id = String(request.params.id);
    const user = await database.use((store) => findUser(store, id));
    if (!user) throw new Problem(404, 'There is no such account.');
    return user.username;
  }

  async function answerWithLink(response: Response, username: string): Promise<void> {
    const actor = staffOf(response).username;
    const { token, expiresAt } = await database.doTask(actor, (task) => makeLink(task, username));
    const url = `${config.officeUrl}${linkPath(token)}`;
    response.status(201).json({ url, expiresAt: expiresAt.toISOString() });
  }

  async function add(request: Request, response: Response): Promise<void> {
    const { username, role } = readBody(request, accountBodies.addAccount);
    const actor = staffOf(response).username;
    await database.doTask(actor, (task) => addAccount(task, { username, role }));
    await answerWithLink(response, readUsername(username) ?? username);
  }

  async function change(request: Request, response: Response): Promise<void> {
    const { role, disabled } = readBody(request, accountBodies.changeAccount);
    const username = await usernameIn(request);
    const actor = staffOf(response).username;
    if (username === actor) {
      throw new Problem(409, 'Another officer has to change your account, so that one is left.');
    }
    const permissions = {
      ...(role ? { role } : {}),
      ...(disabled === undefined ? {} : { disabled }),
    };
    await database.doTask(actor, (task) => changePermissions(task, username, permissions));
    response.status(204).end();
  }

  async function link(request: Request, response: Response): Promise<void> {
    await answerWithLink(response, await usernameIn(request));
  }

  const { accounts, account, accountLink } = accountPaths;
  return [
    { method: 'get', path: accounts, role: 'officer', handle: showAccounts },
    { method: 'post', path: accounts, role: 'officer', handle: add },
    { method: 'patch', path: account(':id'), role: 'officer', handle: change },
    { method: 'post', path: accountLink(':id'), role: 'officer', handle: link },
  ];
}

function viewOf(user: UserSummary): AccountView {
  const { _id: id, username, disabled, createdAt, passwordChangedAt } = user;
  return {
    id,
    username,
    role: roleOf(user),
    disabled,
    createdAt: createdAt.toISOString(),
    passwordChangedAt: passwordChangedAt.toISOString(),
  };
}
