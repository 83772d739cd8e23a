import Models

/// A device that an operator imports, without the values that break the rules.
struct ImportCandidate: Sendable {
    let device: DeviceID
    let key: DeviceKey?
    /// The hash of `key`; nil without a key.
    let storedKey: StoredDeviceKey?
    private(set) var slogan: String?
    private(set) var allowed: [AllowedDevice]?
    private(set) var locations: [Location] = []
    private(set) var expiresAt: UnixTime?
    private(set) var visits: [GetVisitorHistory.Visit] = []
    /// Why nothing of the device is imported; nil if the device is imported.
    private(set) var refusal: String?
    /// The number of values that break the rules. `reason` is about the first of them.
    private var refusedValues: Int
    private var reason: String?
    /// The number of older places beyond the limit of a history.
    private var dropped = 0

    /// - Parameter hash: Hashes a key with a new salt.
    init(
        _ given: ImportedDevice, by policy: LocationPolicy, at now: UnixTime, hash: (DeviceKey) -> StoredDeviceKey
    ) {
        (device, key, storedKey) = (given.device, given.key, given.key.map(hash))
        refusedValues = given.unreadable
        if given.unreadable > 0 { reason = "a place or a visitor has another form" }
        takeProtection(of: given)
        takePlaces(of: given, by: policy, at: now)
        visits = given.visits.suffix(policy.visitorCap).map {
            GetVisitorHistory.Visit(visitor: $0.visitor, time: min($0.time, now))
        }
        let isProtected = key != nil || allowed != nil || slogan != nil
        if refusal == nil, !isProtected, locations.isEmpty, visits.isEmpty {
            refusal = reason ?? "it has no place any more"
        }
    }

    /// Refuses a device whose allowed list breaks the rules: without the list more people would see the device than
    /// before. Only leaves out a slogan that breaks the rules.
    private mutating func takeProtection(of given: ImportedDevice) {
        if let list = given.allowed {
            do throws(ServiceError) { allowed = try AllowedList.checked(list) } catch { refusal = error.message }
        }
        if let slogan = given.slogan {
            do throws(ServiceError) {
                try Slogan.check(slogan)
                self.slogan = slogan
            } catch {
                refuse(error)
            }
        }
    }

    private mutating func takePlaces(of given: ImportedDevice, by policy: LocationPolicy, at now: UnixTime) {
        let rules = LocationRules(servesLegacyClients: policy.servesLegacyClients)
        for location in given.locations {
            do throws(ServiceError) { locations.append(try rules.checked(location)) } catch { refuse(error) }
        }
        if let end = given.expiresAt {
            locations = end > now ? Array(locations.suffix(1)) : []
            expiresAt = min(end, now.adding(seconds: Retention.maximum))
        } else {
            // Even with a cap of 0, the current location is kept.
            let cap = max(policy.historyCap, 1)
            dropped = max(0, locations.count - cap)
            locations = Array(locations.suffix(cap))
        }
    }

    private mutating func refuse(_ error: ServiceError) {
        refusedValues += 1
        reason = reason ?? error.message
    }

    func stored(_ outcome: PlaceImportOutcome) -> ImportedDeviceResult {
        ImportedDeviceResult(
            outcome, reason: reason, places: locations.count, refused: refusedValues, dropped: dropped)
    }
}
