import Models

struct LocationPolicy: Sendable {
    /// The most locations in a device's history.
    var historyCap = 1023
    /// The most visitors of a device; with `recordsEveryVisit` the most visits.
    var visitorCap = 10
    /// Whether every visit is a separate entry. Otherwise each visitor has one entry, which a new visit renews.
    var recordsEveryVisit = false
    /// Whether a reader whose device has a key must show it.
    var checksReaderKeys = true
    /// Whether to serve 1.0 clients. They read without naming themselves, and send values that the rules would refuse.
    var servesLegacyClients = false
    /// The lifetime of a location without history if the request contains none, in minutes.
    var defaultRetentionMinutes = 30
    /// Whether a new device needs a key before the first write.
    var requiresKeyOfNewDevices = false
    /// Whether an entry of an allowed list is valid only for a reader that shows a device key.
    var readersMustHoldKey = false

    /// The most locations in one update, and the most devices in one read.
    static let batchLimit = UpdateLocation.maximumEntries
}
