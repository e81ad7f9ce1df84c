import { readFileSync } from 'node:fs'

import { LOOPBACK } from './free-port.ts'
import type { Home } from './home.ts'
import { DATABASE_NAME, DATABASE_USER } from './initialize-cluster.ts'

export function connectionUrl({ passwordFile }: Home, port: number): string {
  const password = readFileSync(passwordFile, 'utf8')
  return `postgres://${DATABASE_USER}:${password}@${LOOPBACK}:${port}/${DATABASE_NAME}`
}
