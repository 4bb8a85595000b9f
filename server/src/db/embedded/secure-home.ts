import path from 'node:path';
import { DatabaseStartError } from './database-start-error.ts';
import { closedHome, type DatabaseHome, homeInside, letThrough } from './home.ts';
import { giveTree } from './ownership.ts';
import { firstClosedDirectory } from './reachability.ts';
import { findRunningServer } from './running-server.ts';
import { chooseServerUser, isSharedUser } from './server-user.ts';
import { removeSocketDirectories } from './socket-directory.ts';

/**
 * Makes a home that was found usable, for this process and the server alone: closes directories that an
 * earlier version left open, and takes a database that no server runs in from a user that others run as too.
 */
export async function secureHome(dataDir: string, home: DatabaseHome): Promise<DatabaseHome> {
  const isShared = home.user !== null && isSharedUser(home.user) && !(await findRunningServer(home.cluster));
  const user = isShared ? await chooseServerUser(dataDir) : home.user;
  if (user) {
    if (home.directory === homeInside(dataDir)) await letThrough(dataDir, user);
    const closed = await firstClosedDirectory(path.dirname(home.directory), user);
    if (closed) {
      throw new DatabaseStartError(
        'no_permission',
        `PostgreSQL runs as ${user.name}, the owner of ${home.cluster}, who may not enter ${closed}.`,
        `Let others pass through it: chmod o+x ${closed}`,
      );
    }
  }
  const secured = await closedHome(home.directory, user);
  if (user && isShared) {
    await giveTree(secured.cluster, user);
    await removeSocketDirectories(secured);
  }
  return secured;
}
