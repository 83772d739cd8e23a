// The options by which one installation's rules differ from another's.

import Models

/// What an operator decides about how locations are kept and who may do what.
struct LocationPolicy: Sendable {
    /// The most locations in a device's history.
    var historyCap = 1023
    /// The most visitors kept for a device, or visits when every visit is an entry of its own.
    var visitorCap = 10
    /// Whether every visit is an entry of its own. Otherwise a visitor has one entry, renewed at each visit.
    var recordsEveryVisit = false
    /// Whether a reader whose device has a key must show it.
    var checksReaderKeys = true
    /// Whether 1.0 clients are served: nobody's name on a read, and values that the rules would refuse.
    var servesLegacyClients = false
    /// For how many minutes a location without history is kept when the request does not say.
    var defaultRetentionMinutes = 30
    /// Whether a device that was never seen must be given a key before it may be written.
    var requiresKeyOfNewDevices = false
    /// Whether an entry of an allowed list counts only for a reader who holds a key and shows it.
    var readersMustHoldKey = false

    /// The most locations in one update and the most devices in one reading.
    static let batchLimit = UpdateLocation.maximumEntries
}
