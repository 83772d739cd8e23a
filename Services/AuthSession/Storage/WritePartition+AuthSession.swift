// What the writes of auth-session keep to that look at one session alone, and end nothing.

import Models
import Storage

extension WritePartition {
    /// One session.
    static func session(_ session: SessionID) -> WritePartition { .key(session.text) }
}
