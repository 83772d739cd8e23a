// Writes that concern one session and end nothing.

import Models
import Storage

extension WritePartition {
    static func session(_ session: SessionID) -> WritePartition { .key(session.text) }
}
