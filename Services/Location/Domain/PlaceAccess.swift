import Models

/// The party that asks for the places of a device.
enum PlaceReader: Sendable {
    /// A Miataru reader, and the check of its own key; nil for an anonymous reader.
    case device(DeviceID?, KeyCheck)
    /// A signed-in person, who reads as each claimed device, in the order of the claims, and sees what the members of the
    /// person's circles share.
    case account([CountingClaim], shares: [DeviceID: CircleShare] = [:])
    /// The device of a tracker, proven by the tracker's token.
    case tracker(DeviceID)
    case link(ShareLinkRow, UnixTime)
    /// The sender of a request for a GeoJSON map. Such a request names no reading device.
    case guest
}

/// The two rights of an entry in an allowed list.
enum PlaceKind: Sendable {
    case current, history
}

/// The device that a reader asks about.
struct PlaceTarget: Sendable {
    let device: DeviceID
    let hasKey: Bool
    let hasAllowedList: Bool
}

struct PlaceRight: Hashable, Sendable {
    static let nothing = PlaceRight(isSeen: false)

    let isSeen: Bool
    /// The device in whose name the visit is recorded, even if the reader sees nothing; nil for no visit.
    var visitor: DeviceID?
    var proof = VisitorProof.nothing
    /// The reader's view of the device through circles: how exact it is, and who is recorded as the visitor. Nil for a
    /// reader that sees everything.
    var share: CircleShare?

    /// A full visitor list drops the lowest rank first. The proof counts more than what the visitor saw: invented ids
    /// can show keys that they have made, but not be on an allowed list.
    var rank: Int { 2 * proof.rawValue + (isSeen ? 1 : 0) }
}

enum VisitorProof: Int, Sendable {
    case nothing
    /// The visitor has shown its own key.
    case key
    /// The visitor is on the device's allowed list.
    case listed
}

/// Decides for every way of reading what a reader sees of a device (docs/explanation/who-sees-what.md).
struct PlaceAccess: Sendable {
    let policy: LocationPolicy

    /// Why the reader may not ask at all; nil if it may. A device that asks about itself is no exception.
    func refusal(of reader: PlaceReader) -> Refusal? {
        guard case .device(let device?, let key) = reader, policy.checksReaderKeys else { return nil }
        return AccessRules(policy: policy).refusalOfOwner(of: device, key)
    }

    /// Why the reader may not ask about this device; nil if it may. A guest gets the refusal of the reference server
    /// for a device with a key; other readers get no refusal, which could reveal something about the device.
    func refusal(of reader: PlaceReader, at target: PlaceTarget) -> Refusal? {
        guard case .guest = reader, target.hasKey else { return nil }
        return .closedToGuests(target.device)
    }

    /// Returns what a reader may see. `entry` finds a reader in the allowed list, if the device has one. A Miataru
    /// reader sees its own device like any other; without a list, all Miataru readers see the device. A person or a
    /// tracker sees its own devices, and those whose list lets one of its own devices look. A person also sees what
    /// members of a circle share.
    func right<Failure: Error>(
        of reader: PlaceReader, to kind: PlaceKind, at target: PlaceTarget,
        entry: (DeviceID) throws(Failure) -> AllowedDevice?
    ) throws(Failure) -> PlaceRight {
        switch reader {
        case .device(let device, let key):
            let visitor = device == target.device ? nil : device
            let proof = key == .proven ? VisitorProof.key : .nothing
            guard target.hasAllowedList else {
                return PlaceRight(isSeen: true, visitor: visitor, proof: proof)
            }
            guard let device, let entry = try entry(device) else {
                return PlaceRight(isSeen: false, visitor: visitor, proof: proof)
            }
            let isSeen = entry.allows(kind) && (!policy.readersMustHoldKey || key == .proven)
            return PlaceRight(isSeen: isSeen, visitor: visitor, proof: .listed)
        case .account(let claims, let shares):
            let right = try right(of: claims, to: kind, at: target, entry: entry)
            guard !right.isSeen, let share = shares[target.device], share.precision(of: kind) != nil else {
                return right
            }
            return PlaceRight(isSeen: true, share: share)
        case .tracker(let device):
            return try right(of: [CountingClaim(device: device, hasKey: true)], to: kind, at: target, entry: entry)
        case .link(let link, let now):
            return PlaceRight(isSeen: kind == .current && link.device == target.device && link.isShown(at: now))
        case .guest: return PlaceRight(isSeen: !target.hasKey && !target.hasAllowedList)
        }
    }

    /// Whether a person may read as a claimed device. A claim replaces the device's key, if the device has one.
    func mayRead(as claim: CountingClaim) -> Bool { !policy.readersMustHoldKey || claim.hasKey }

    private func right<Failure: Error>(
        of claims: [CountingClaim], to kind: PlaceKind, at target: PlaceTarget,
        entry: (DeviceID) throws(Failure) -> AllowedDevice?
    ) throws(Failure) -> PlaceRight {
        if claims.contains(where: { $0.device == target.device }) { return PlaceRight(isSeen: true) }
        guard target.hasAllowedList else { return .nothing }
        for claim in claims where mayRead(as: claim) {
            guard try entry(claim.device)?.allows(kind) ?? false else { continue }
            return PlaceRight(isSeen: true, visitor: claim.device, proof: .listed)
        }
        return .nothing
    }
}

extension AllowedDevice {
    fileprivate func allows(_ kind: PlaceKind) -> Bool {
        switch kind {
        case .current: readsCurrentLocation
        case .history: readsHistory
        }
    }
}
