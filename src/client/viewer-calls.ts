import type {
  ListViewedEvents,
  Replays,
  SignedInViewer,
  ViewedEvent,
  ViewedEventList,
  Viewer,
} from '../contract/viewer.ts'
import type { Call, CallLimits } from './call.ts'

/** Calls of the sandbox's page that shows a merchant's events. They need a key of kind `checkout`. */
export interface ViewerCalls {
  /** Exchanges the token of a one-time sign-in link for a viewer token, which the other calls take. */
  signIn(linkToken: string, options?: CallLimits): Promise<SignedInViewer>
  read(viewerToken: string, options?: CallLimits): Promise<Viewer>
  listEvents(
    viewerToken: string,
    query?: Partial<ListViewedEvents>,
    options?: CallLimits,
  ): Promise<ViewedEventList>
  readEvent(viewerToken: string, eventId: string, options?: CallLimits): Promise<ViewedEvent>
  /** Schedules new deliveries of up to 100 events; the result has a line for each. */
  replayEvents(
    viewerToken: string,
    eventIds: readonly string[],
    options?: CallLimits & { idempotencyKey?: string | undefined },
  ): Promise<Replays>
  signOut(viewerToken: string, options?: CallLimits): Promise<void>
}

/** @internal */
export function createViewerCalls(call: Call): ViewerCalls {
  return {
    signIn: (token, limits) => call('signInViewer', { body: { token } }, limits),
    read: (viewerToken, limits) => call('readViewer', { viewerToken }, limits),
    listEvents: (viewerToken, query, limits) =>
      call('listViewedEvents', { viewerToken, query: { ...query } }, limits),
    readEvent: (viewerToken, id, limits) =>
      call('readViewedEvent', { viewerToken, parameters: { id } }, limits),
    replayEvents: (viewerToken, eventIds, { idempotencyKey, ...limits } = {}) =>
      call('replayViewedEvents', { viewerToken, body: { eventIds }, idempotencyKey }, limits),
    signOut: async (viewerToken, limits) =>
      void (await call('signOutViewer', { viewerToken }, limits)),
  }
}
