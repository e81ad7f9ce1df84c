import type { Command } from 'commander'
import { addAllow } from './allow.ts'
import { addDisable } from './disable.ts'
import { addInvite } from './invite.ts'
import { addList } from './list.ts'
import { addRecover } from './recover.ts'
import { addSignOut } from './sign-out.ts'

export function addUsers(program: Command): void {
  const users = program.command('users').description('the people of the dashboard, and their roles')
  addInvite(users)
  addList(users)
  addAllow(users)
  addDisable(users)
  addRecover(users)
  addSignOut(users)
}
