import type { Command } from 'commander'
import { addCreate } from './create.ts'
import { addList } from './list.ts'
import { addSet } from './set.ts'
import { addShow } from './show.ts'
import { addSignIn } from './sign-in.ts'

export function addMerchants(program: Command): void {
  const merchants = program
    .command('merchants')
    .description('who sells: name, callback, return addresses, brand')
  addCreate(merchants)
  addList(merchants)
  addShow(merchants)
  addSet(merchants)
  addSignIn(merchants)
}
