import { Link } from 'react-router'
import type { Viewer } from '../../../contract/viewer.ts'
import { ExampleEvents } from './example-events.tsx'

/** The empty list: why it is empty, and how to get events. */
export function NoEvents({
  viewer,
  isNarrowed,
  isFirstPage,
}: {
  viewer: Viewer
  isNarrowed: boolean
  isFirstPage: boolean
}) {
  if (isNarrowed || !isFirstPage)
    return (
      <div className="no-events">
        <p>{isNarrowed ? 'No event is like this.' : 'There is nothing older.'}</p>
        <p>
          <Link to="?">{isNarrowed ? 'Show all events' : 'Show the newest'}</Link>
        </p>
      </div>
    )
  return (
    <div className="no-events">
      <p>
        <b>No events yet.</b>
      </p>
      <p>
        Make a session for {viewer.merchant.name} by the API, open its <code>url</code>, and pay it
        with the card 4242 4242 4242 4242. What happens shows up here by itself.
      </p>
      <ExampleEvents />
    </div>
  )
}
