import { execFileSync } from 'node:child_process'

const TOOLS = ['buildah', 'runc', 'mmdebstrap']

/** Why this machine builds and runs no images, with these tools beside; undefined where it does. */
export function whyNoContainers(...others: string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'only root mounts images'
  const missing = [...TOOLS, ...others].filter((tool) => !answers(tool))
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
