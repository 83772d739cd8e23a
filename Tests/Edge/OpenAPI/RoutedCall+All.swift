// The replies cover every member of the answers.

@testable import Edge

extension RoutedCall {
    static let all = miataru + appwrite

    // MARK: Miataru

    private static let miataru =
        MiataruEndpoint.allCases.map { endpoint in
            RoutedCall(
                method: "POST", template: "/" + endpoint.rawValue, path: endpoint.path, isAppwrite: false,
                credential: .none, looser: looser[endpoint] ?? [:], services: ScriptedServices.full,
                replies: ScriptedServices.miataruReplies)
        } + [
            RoutedCall(
                method: "GET", template: "/GetLocationGeoJSON/{device}", path: "/v1/GetLocationGeoJSON/d",
                isAppwrite: false, credential: .none, services: ScriptedServices.full,
                replies: ScriptedServices.miataruReplies)
        ]

    /// `make test-clients` tests the location service's own checks on a running server (bounds-check.py).
    private static let byLocation = "the location service judges it"
    private static let anonymousReader = "without an id, the location service refuses a reader"
    private static let otherName = "it is not looked at where the usual name is given"

    private static let reader = [
        ".MiataruConfig": anonymousReader, ".MiataruConfig.RequestMiataruDeviceID": anonymousReader,
        ".MiataruConfig.requestingDeviceID": otherName, ".MiataruConfig.requestingDeviceKey": otherName,
    ]

    private static let looser: [MiataruEndpoint: [String: String]] = [
        .updateLocation: [
            ".MiataruConfig.EnableLocationHistory": "a 0 and a false of other types mean off",
            ".MiataruConfig.LocationDataRetentionTime": byLocation, ".MiataruLocation.Timestamp": byLocation,
            ".MiataruLocation.Longitude": byLocation, ".MiataruLocation.Latitude": byLocation,
            ".MiataruLocation.HorizontalAccuracy": byLocation, ".MiataruLocation.Speed": byLocation,
            ".MiataruLocation.BatteryLevel": byLocation, ".MiataruLocation.Altitude": byLocation,
        ],
        .getLocation: reader, .getLocationHistory: reader,
        .setAllowedDeviceList: [".MiataruSetAllowedDeviceList.allowedDevices": byLocation],
        .setDeviceSlogan: [".MiataruSetDeviceSlogan.Slogan": byLocation],
    ]

    // MARK: Appwrite

    private static let appwrite = (SampleCall.ofAppwrite + [.anonymous]).map { call in
        var routed = RoutedCall(
            method: call.method, template: call.template, path: call.path, isAppwrite: true,
            credential: call.isForAnybody ? .none : .cookie, services: { ScriptedServices.keeping("{}") },
            replies: { SignInMethod.allCases.map { ScriptedServices.keeping("{}", sessionsBy: $0) } })
        if call.testDescription.hasPrefix("POST /v1/databases") {
            routed.callersOwn = ["documentId": People.ada.text]
            routed.stricter = [".documentId": "it is the id of the caller's account"]
        }
        return routed
    }
}

extension ScriptedServices {
    static func miataruReplies() -> [ScriptedServices] {
        let bare = Location(
            timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "2.5"),
            latitude: LocationValue(json: "3.5"), horizontalAccuracy: LocationValue(json: "4.5"))
        func whole(_ value: LocationValue) -> Location {
            Location(
                timestamp: LocationValue(json: #""1""#), longitude: LocationValue(json: #""2""#),
                latitude: LocationValue(json: #""3""#), horizontalAccuracy: LocationValue(json: #""4""#),
                speed: value, batteryLevel: value, altitude: value)
        }
        let locations = [bare, whole(.null), whole(LocationValue(json: "5")), whole(LocationValue(json: #""5""#))]
        return [empty(), full()] + locations.map { ScriptedServices.showing($0) }
    }

    private static func showing(_ location: Location) -> ScriptedServices {
        let services = full()
        services.on(GetLocation.self) { _ in
            GetLocation.Reply(found: [GetLocation.LocationResult(device: id("d"), location: location, slogan: nil)])
        }
        services.on(GetLocationGeoJSON.self) { _ in GetLocationGeoJSON.Reply(location: location) }
        services.on(GetLocationHistory.self) { _ in
            GetLocationHistory.Reply(maximum: 1023, available: 1, locations: [location])
        }
        services.on(GetDeviceSlogan.self) { _ in GetDeviceSlogan.Reply(slogan: nil) }
        return services
    }

    /// Services of the Appwrite API with a document for every account, and sessions of one method.
    static func keeping(_ json: String, sessionsBy signInMethod: SignInMethod = .appwrite) -> ScriptedServices {
        let services = appwrite()
        let document = AccountDocument(json: Personal(json), createdAt: People.earlier, updatedAt: People.now)
        services.on(ReadDocument.self) { _ in document }
        services.on(WriteDocument.self) { _ in document }
        services.on(FindCircleDocuments.self) { message in
            message.circle == nil ? [AppwriteFamilyTests.family([People.ada], json: "{}")] : []
        }
        let session = Appwrite.session(People.desktop, of: People.ada, signInMethod)
        let signedIn = SignedIn(profile: Appwrite.user(People.profile()), session: session, tokens: People.opaque)
        services.on(SignIn.self) { _ in signedIn }
        services.on(SignInAnonymously.self) { _ in signedIn }
        services.on(ListSessions.self) { _ in [session] }
        services.on(ExtendSession.self) { _ in session }
        return services
    }
}
