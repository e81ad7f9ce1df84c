import { accept, refuse, type Handler } from '../../server/api/handler.ts'
import { withTime } from '../clock/merchant-time.ts'
import { presentViewer } from './present-viewer.ts'

export const readViewer: Handler<'readViewer'> = async (context, { viewer }) => {
  const sandbox = withTime(context)
  if (sandbox === undefined) return refuse('not_found', 'There is nothing at this address.')
  return accept(presentViewer(sandbox, viewer))
}
