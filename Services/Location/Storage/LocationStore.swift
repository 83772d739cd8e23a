// What the location service needs of a store. Storage/SQLite is one; the conformance suite says what makes another.

import Models

/// Keeps devices, their locations, visitors and protection. One method is one transaction, named like its message.
///
/// A method that returns after a change has it on disk. Keys are checked inside the transaction that acts on them, and
/// before its first change; a refusal changes nothing. Time is told by the caller, and a location whose time is over is
/// not there, whether or not it has been purged yet.
///
/// - Throws: `LocationStoreError`, all methods.
protocol LocationStore: Sendable {
    /// Stores the reports, all or none. A device that is new becomes known.
    /// - Parameter newDevices: what the devices that become known may weigh together; more is refused with its weight.
    func updateLocation(
        _ reports: [DeviceReport], keeping: Keeping, newDevices: Int, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<Done>

    /// Finds the devices' current locations, and has the visits on disk before it returns them. Where it returns none, it
    /// does not wait for visits.
    ///
    /// A visit is recorded for each device with a current location, also when its allowed list hides it, and once
    /// however often the device is named. An anonymous reader leaves none and sees nothing of devices with a list.
    func getLocation(
        _ devices: [DeviceID], for reader: Reader, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<[GetLocation.Found?]>

    /// Reads the newest `amount` of a device's history. A visit is recorded when the reader sees something.
    func getLocationHistory(
        _ device: DeviceID, amount: Int, for reader: Reader, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<GetLocationHistory.Reply>

    /// Reads the newest `amount` of a device's visits, among them all from before.
    func getVisitorHistory(
        _ device: DeviceID, amount: Int, key: DeviceKey?
    ) async throws(LocationStoreError) -> Granted<GetVisitorHistory.Reply>

    /// Deletes locations, history and visitors, and counts which of the three there were.
    func deleteLocation(
        _ device: DeviceID, key: DeviceKey?, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<DeleteLocation.Reply>

    /// Finds where the first device is, unless it has an allowed list. Refused when one of the devices has a key.
    func getLocationGeoJSON(
        _ devices: [DeviceID], at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<Location?>

    /// Sets a device's first key, or replaces it when the current one is shown. Of two first keys at once one is refused.
    /// A change of the key outdates claims.
    /// - Parameters:
    ///   - salt: fresh random bytes.
    ///   - newDevices: what the device may weigh if it becomes known.
    func setDeviceKey(
        _ device: DeviceID, current: DeviceKey?, new: DeviceKey, salt: [UInt8], newDevices: Int
    ) async throws(LocationStoreError) -> Granted<Done>

    /// Replaces a device's allowed list; each reader stands in it once.
    /// - Parameter newDevices: what the device may weigh if it becomes known.
    func setAllowedDeviceList(
        _ device: DeviceID, key: DeviceKey, allowed: [AllowedDevice], newDevices: Int
    ) async throws(LocationStoreError) -> Granted<Done>

    /// Reads a device's allowed list in the order in which it was set.
    func getAllowedDeviceList(
        _ device: DeviceID, key: DeviceKey
    ) async throws(LocationStoreError) -> Granted<[AllowedDevice]>

    /// Sets the slogan of a device that has a key.
    func setDeviceSlogan(
        _ device: DeviceID, key: DeviceKey, slogan: String
    ) async throws(LocationStoreError) -> Granted<Done>

    /// Reads a device's slogan for a reader with a key, and records the visit when there is one.
    func getDeviceSlogan(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<String?>

    /// Reads how a device is protected for a reader with a key, and records the visit when it has a current location.
    func getDeviceSecurityStatus(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<GetDeviceSecurityStatus.Reply>

    /// Ties a device to an account that shows the device's key, and unties it from any other. What the account has claimed
    /// already it has claimed, and may reset again when the key had been changed.
    ///
    /// An account has at most `DeviceClaim.maximumCount` devices; the key is checked before anything is told of a claim.
    func claimDevice(
        _ device: DeviceID, key: DeviceKey, for account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<ClaimedDevice>

    /// Reads what an account has claimed, the latest first.
    func listClaimedDevices(of account: AccountID) async throws(LocationStoreError) -> Granted<[ClaimedDevice]>

    /// Gives a device another key, whatever key it has. An operator's change outdates claims.
    /// - Parameter salt: fresh random bytes.
    func resetDeviceKey(
        _ device: DeviceID, by owner: DeviceOwner, new: DeviceKey, salt: [UInt8]
    ) async throws(LocationStoreError) -> Granted<Done>

    /// Takes a device's key away; done already when it has none. An operator's change outdates claims.
    func removeDeviceKey(_ device: DeviceID, by owner: DeviceOwner) async throws(LocationStoreError) -> Granted<Done>

    /// Unties a device from the account that has claimed it.
    func releaseDevice(_ device: DeviceID, of account: AccountID) async throws(LocationStoreError) -> Granted<Done>

    /// Keeps where a person is, unless it is older than what is kept, or the person has forbidden it; says whether it is.
    /// Refused when the account has been erased.
    func setPosition(
        _ position: Position, of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<Bool>

    /// What is kept of where a person was.
    func findPosition(of account: AccountID) throws(LocationStoreError) -> PositionStanding

    /// Erases where a person was.
    func erasePosition(of account: AccountID, at now: UnixTime) async throws(LocationStoreError) -> Granted<Done>

    /// Says whether positions of a person are kept; forbidding erases the one that there is. Refused when the account has been
    /// erased.
    func allowPositions(
        _ isAllowed: Bool, of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<PositionStanding>

    /// Reads a page of the positions feed.
    func readPositions(epoch: FeedEpoch?, after cursor: UInt64?, limit: Int) throws(LocationStoreError) -> FeedPage

    /// Calls `listener` after each commit that changed the positions feed.
    func onPositionChange(_ listener: @escaping @Sendable () -> Void)

    /// Forgets tombstones of the positions feed from before a moment.
    func pruneTombstones(before moment: UnixTime) async throws(LocationStoreError)

    /// How far the accounts feed has been taken over; nil before its first page.
    func accountsCursor() throws(LocationStoreError) -> FeedCursor?

    /// Takes over a page of the accounts feed, and the cursor behind it: of erased accounts the claimed devices, with all that
    /// is kept of them, the other claims and the positions go; those of disabled ones stay. After a feed that starts over has
    /// been read to its end, those of accounts that it did not tell of go too.
    func takeAccounts(_ page: FeedPage, at now: UnixTime) async throws(LocationStoreError)

    /// Deletes locations whose time is over, at most `limit` of them, and says how many it were.
    func purgeExpired(at now: UnixTime, limit: Int) async throws(LocationStoreError) -> Int

    /// Looks at up to `limit` devices behind `number`. Of those that have no location it deletes visits from before `oldest`,
    /// and it forgets those without location, visits, key, slogan, allowed list and claim. Gives the number of the last one
    /// it looked at; nil when there was none.
    func forgetDevices(
        after number: Int64, limit: Int, visitorsBefore oldest: UnixTime
    ) async throws(LocationStoreError) -> Int64?

    /// Looks at up to `limit` people behind `account`, and erases positions from before `oldest`. A position that a wrong clock
    /// dated into the future counts as one from now, so that it ages. Gives the account of the last one it looked at; nil when
    /// there was none.
    func forgetPositions(
        after account: String, limit: Int, before oldest: UnixTime, at now: UnixTime
    ) async throws(LocationStoreError) -> String?
}

/// What a store answers to a request that the rules let through.
struct Granted<Value: Sendable>: Sendable {
    let value: Value
    /// The devices whose key the request proved.
    var proven: [DeviceID] = []
}

/// Why a store does not do what it is asked.
enum LocationStoreError: Error {
    /// The rules of access say no.
    case refused(Refusal)
    /// More writes wait than the store takes.
    case overloaded
    /// It cannot be reached or used at the moment: closed, no space left, locked, damaged.
    case unavailable(any Error)
    /// A defect.
    case failed(any Error)
}
