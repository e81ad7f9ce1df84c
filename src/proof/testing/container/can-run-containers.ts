import { execFileSync } from 'node:child_process'

const TOOLS = ['buildah', 'runc', 'mmdebstrap']

/** Why this machine builds and runs no images; undefined where it does. */
export function whyNoContainers(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root mounts images'
  const missing = TOOLS.filter((tool) => !answers(tool))
  if (missing.length > 0) return `${missing.join(', ')} are not installed`
  return undefined
}

function answers(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
