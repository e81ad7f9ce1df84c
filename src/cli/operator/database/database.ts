import type { Command } from 'commander'
import { addGrant } from './grant.ts'

export function addDatabase(program: Command): void {
  const database = program.command('database').description('who may do what in PostgreSQL')
  addGrant(database)
}
