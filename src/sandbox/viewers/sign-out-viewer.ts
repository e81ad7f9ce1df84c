import { deleteViewer } from '../database/viewers.ts'
import { accept, type Handler } from '../../server/api/handler.ts'

export const signOutViewer: Handler<'signOutViewer'> = async ({ database }, { viewer }) => {
  await deleteViewer(database, viewer.tokenHash)
  return accept({ object: 'signed_out_viewer' })
}
