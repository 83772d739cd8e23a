// Whether publishers are told for how many people something is.

import Models

extension DeliveryCounts {
    /// Whether a record with these counts says for how many people it is. A publisher is told how many pushes were sent, and
    /// not that: the record then holds none.
    func tellsRecipients(_ recipients: Int) -> Bool { recipients > 0 || sent == 0 }
}
