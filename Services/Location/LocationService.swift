import Foundation
import Logging
import MessageBus
import Metrics
public import Models
public import ServiceRuntime
import ServiceSettings
public import Storage

/// Knows devices' locations, who may see them, and who looked. Answers the messages of Models/Location.
public struct LocationService: PersistentService {
    public static let name = ServiceName.location
    public static let store: any Store.Type = LocationStore.self
    public static let export = LocationSchema.export

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let service: LocationContext
    private let housekeeping: HousekeepingLoop
    private let forwarding: ForwarderLoop
    private let accounts: FollowedAccounts
    private let positions: FeedSource
    private let changes: FeedSource
    private let secret: DeviceKeySecret

    /// Opens `location.sqlite` and `keys/device-keys.secret` in the data folder.
    public init(_ environment: ServiceEnvironment) async throws {
        try await self.init(environment) { try await Task.sleep(for: .seconds(15)) }
    }

    init(_ environment: ServiceEnvironment, purgePause: @escaping @Sendable () async throws -> Void) async throws {
        self.environment = environment
        let folder = environment.settings.dataDirectory
        database = try environment.openDatabase(of: LocationService.self)
        let random = environment.random
        do {
            secret = try await DeviceKeySecret(
                at: folder.appendingPathComponent("keys/device-keys.secret"), for: database, random: random)
        } catch {
            // Releases the database for a new attempt with another secret.
            try? database.close()
            throw error
        }
        let settings = environment.settings.miataru
        let policy = LocationPolicy(settings)
        let poster = PlacePoster(
            targets: UserTargets(allowsLocal: environment.settings.forwarders.localTargets), clock: environment.clock)
        let lostVisits = Counter(label: "balise_location_lost_visits_total", factory: environment.metrics)
        let changes = DeviceChanges()
        let store = LocationStore(
            database, hasher: secret.hasher, policy: policy,
            visitsUnderway: VisitsUnderway { lostVisits.increment() }, changes: changes)
        service = LocationContext(
            policy: policy, store: store, clock: environment.clock,
            wrongKeys: TokenBucketRate(settings.wrongKeyAttempts, in: settings.wrongKeyWindow),
            newDevices: TokenBucketRate(settings.newDevicesPerHour, in: .seconds(3600)),
            denials: DenialCounts(environment.metrics),
            dropped: DroppedLocations(environment.metrics, environment.logger), storeOutage: environment.storeOutage,
            random: random, poster: poster,
            checkSession: { [client = environment.client] in try await client.send($0, $1) })
        housekeeping = HousekeepingLoop(
            store: store, clock: environment.deletionClock, logger: environment.logger,
            visitorsKeptFor: settings.visitorsKeptFor.components.seconds,
            positionsKeptFor: environment.settings.positions.keptFor.components.seconds,
            notices: NoticeSender(store, environment), pause: purgePause)
        forwarding = ForwarderLoop(
            store: store, clock: environment.clock, logger: environment.logger, poster: poster)
        accounts = try await FollowedAccounts(environment, into: store, owning: LocationSchema.accountRows) {
            try await store.applyAccounts($0, at: $1)
        }
        positions = FeedSource(of: LocationSchema.positions, in: store)
        self.changes = FeedSource(of: changes)
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.direct(service.updateLocation)
        handlers.direct(service.getLocation)
        handlers.on(service.getLocationHistory)
        handlers.on(service.getVisitorHistory)
        handlers.on(service.deleteLocation)
        handlers.on(service.getLocationGeoJSON)
        handlers.on(service.setDeviceKey)
        handlers.on(service.setAllowedDeviceList)
        handlers.on(service.getAllowedDeviceList)
        handlers.on(service.setDeviceSlogan)
        handlers.on(service.getDeviceSlogan)
        handlers.on(service.getDeviceSecurityStatus)
        handlers.on(service.claimDevice)
        handlers.on(service.listClaimedDevices)
        handlers.on(service.resetDeviceKey)
        handlers.on(service.removeDeviceKey)
        handlers.on(service.releaseDevice)
        handlers.on(service.offerDevice)
        handlers.on(service.takeOverDevice)
        handlers.on(service.readDeviceHistory)
        handlers.on(service.deleteDeviceHistory)
        handlers.on(service.getHistoryRetention)
        handlers.on(service.setHistoryRetention)
        handlers.on(service.importDeviceHistory)
        handlers.on(service.addEarlierLocations)
        handlers.on(service.createTracker)
        handlers.on(service.listTrackers)
        handlers.on(service.changeTracker)
        handlers.on(service.revokeTracker)
        handlers.on(service.reportByTracker)
        handlers.on(service.createForwarder)
        handlers.on(service.listForwarders)
        handlers.on(service.removeForwarder)
        handlers.on(service.testForwarder)
        handlers.on(service.countSharing)
        handlers.on(service.endSharing)
        handlers.on(service.beginPlaceImport)
        handlers.on(service.importPlaces)
        handlers.on(service.previewPlaceImport)
        handlers.on(service.endPlaceImport)
        handlers.direct(service.setPosition)
        handlers.direct(service.getPosition)
        handlers.on(service.erasePosition)
        handlers.on(service.allowPositions)
        handlers.onPool(ReviewViews.self, service.reviewViews)
        handlers.on(service.listReadableDevices)
        handlers.on(service.getPlaces)
        handlers.on(service.getEventKey)
        handlers.on(service.createShareLink)
        handlers.onPool(ListShareLinks.self, service.listShareLinks)
        handlers.on(service.changeShareLink)
        handlers.on(service.endShareLink)
        handlers.on(service.findShareLink)
        handlers.on(service.openShareLink)
        handlers.on(service.renewSharedView)
        handlers.on(service.createCircle)
        handlers.on(service.listCircles)
        handlers.on(service.changeCircle)
        handlers.on(service.setCircleConsent)
        handlers.on(service.leaveCircle)
        handlers.on(service.listCircleVisits)
        handlers.on(service.askForPlace)
        handlers.on(service.setReaderNotices)
        handlers.on(service.createArrivalPlace)
        handlers.on(service.listArrivalPlaces)
        handlers.on(service.changeArrivalPlace)
        handlers.on(service.removeArrivalPlace)
        handlers.on(service.reportArrival)
        handlers.on(service.allowArrivals)
        handlers.on(service.createCircleInvitation)
        handlers.on(service.listCircleInvitations)
        handlers.on(service.endCircleInvitation)
        handlers.on(service.joinCircle)
        handlers.on(service.createCircleDocument)
        handlers.on(service.findCircleDocuments)
        handlers.on(service.changeCircleDocument)
        // Push follows the positions and the edge the changed devices, and neither may follow the other feed.
        handlers.onCaller(ReadFeed.self, from: [.push, .edge]) { [positions, changes] request, caller, context in
            let isOfDevices = [ChangedDevices.feed, ChangedDevices.feedWithPoints].contains(request.feed)
            guard isOfDevices == (caller == .edge) else {
                throw ServiceError(.forbidden, "\(caller) does not follow the feed \(request.feed)")
            }
            return try await (isOfDevices ? changes : positions).answer(request, within: context.timeout)
        }
        return handlers
    }

    /// Serves until the graceful shutdown, then finishes the running requests and closes the database.
    public func run() async throws {
        try await secret.record(in: database)
        try await environment.run(
            handlers, of: LocationService.self, on: database, missingAccounts: accounts.missing,
            beside: [housekeeping.run, forwarding.run, accounts.run])
    }
}

extension LocationPolicy {
    init(_ settings: MiataruSettings) {
        historyCap = settings.historyCap
        visitorCap = settings.visitorCap
        recordsEveryVisit = settings.detailedVisitors
        checksReaderKeys = settings.strictDeviceKeyCheck
        servesLegacyClients = settings.legacy
        defaultRetentionMinutes = settings.defaultRetentionMinutes
        requiresKeyOfNewDevices = settings.keyRequiredOfNewDevices == .new
        readersMustHoldKey = settings.readersMustHoldKey
    }
}
