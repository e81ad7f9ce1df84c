import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { PROJECT_ROOT } from './paths.ts'

const run = promisify(execFile)
const COPIED = ['src', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts']
const ENVIRONMENTS = ['.env.production', '.env.sandbox']
const LEFT_OUT = /^src\/sandbox(?:\/|$)|\.test\.tsx?$/

/** Copies the project without `src/sandbox`. */
async function copyWithoutSandbox(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'without-sandbox-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const name of [...COPIED, ...ENVIRONMENTS])
    await cp(join(PROJECT_ROOT, name), join(root, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(relative(PROJECT_ROOT, path)),
    })
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(root, 'node_modules'))
  return root
}

it('S-64: the production page builds from sources without the sandbox', async () => {
  const root = await copyWithoutSandbox()
  expect(await readdir(join(root, 'src'))).not.toContain('sandbox')
  // Vitest sets a NODE_ENV with which React would be built for tests.
  const env = { ...process.env, NODE_ENV: undefined }
  const { stdout } = await run(process.execPath, ['src/dashboard/build/build.ts'], {
    cwd: root,
    env,
  })
  expect(stdout).toMatch(/^dist\/production: script /)
  expect(await readdir(join(root, 'dist/production'))).toEqual(
    expect.arrayContaining(['build.json', 'client', 'dashboard', 'fields', 'server']),
  )
})
