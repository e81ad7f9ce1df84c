import { accept } from '../../server/api/handler.ts'
import type { SandboxHandler } from '../sandbox-context.ts'
import { presentViewer } from './present-viewer.ts'

export const readViewer: SandboxHandler<'readViewer'> = async (context, { viewer }) =>
  accept(presentViewer(context, viewer))
