import { spawnSync } from 'node:child_process'

const TOOLS = ['buildah', 'runc', 'mmdebstrap']

/** Why this machine cannot build and run images, or lacks these other tools; undefined where it has all. */
export function whyNoContainers(...others: string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'only root mounts images'
  const missing = [...TOOLS, ...others].filter((tool) => !ends(tool, '--version'))
  if (missing.length > 0) return `${missing.join(', ')} are not installed`
  if (!ends('unshare', '--mount', '--pid', '--fork', 'true')) return 'it allows no namespaces'
  return undefined
}

function ends(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
