import BaliseAPI
import BaliseJSON

/// How a route answers. Miataru has no sign-in: the device keys in the bodies authorize the caller.
enum MiataruHandler: Sendable {
    case call(@Sendable (MiataruCall) async throws(EdgeError) -> Answer)
    case page(Answer)
    /// The line that clients expect, or a page for browsers.
    case banner
    /// The upgrade to a WebSocket.
    case socket
}

enum MiataruRoutes {
    static let all = calls.flatMap { $0 } + maps + streams + earlier + shareLinks + pages

    private static let calls: [[Route<MiataruHandler>]] = [
        post(.updateLocation, updateLocation),
        post(.getLocation, getLocation),
        post(.getLocationGeoJSON, getLocationGeoJSON),
        post(.getLocationHistory, getLocationHistory),
        post(.getVisitorHistory, getVisitorHistory),
        post(.deleteLocation, deleteLocation),
        post(.setDeviceKey, setDeviceKey),
        post(.setAllowedDeviceList, setAllowedDeviceList),
        post(.getAllowedDeviceList, getAllowedDeviceList),
        post(.setDeviceSlogan, setDeviceSlogan),
        post(.getDeviceSlogan, getDeviceSlogan),
        post(.getDeviceSecurityStatus, getDeviceSecurityStatus),
    ]

    // The reference server ignores case and a slash at the end of GET paths, so these routes are `isLenient`. For POST
    // it requires the exact path.

    private static let maps: [Route<MiataruHandler>] = MiataruEndpoint.getLocationGeoJSON.paths.map {
        .get(
            $0 + "/{device}", name: MiataruEndpoint.getLocationGeoJSON.rawValue, isLenient: true,
            .call(getLocationGeoJSONOfPath))
    }

    /// The streams. Other Miataru servers do not have the first of these paths.
    private static let streams: [Route<MiataruHandler>] = [
        .get(MiataruEndpoint.streamPath, name: "stream", .call(streamDevices)),
        .get(MiataruEndpoint.socketPath, name: "socket", .socket),
    ]

    private static let earlier: [Route<MiataruHandler>] = [
        .post(MiataruEndpoint.earlierPath, name: "addEarlierLocations", .call(addEarlierLocations))
    ]

    /// The calls for share links. Their paths cannot collide with paths of other Miataru servers, which begin with a
    /// capital letter or `set` and `get`.
    private static let shareLinks: [Route<MiataruHandler>] = [
        .post(MiataruEndpoint.shareLinkPath + "/create", name: "createShareLinkByKey", .call(createShareLinkByKey)),
        .post(MiataruEndpoint.shareLinkPath + "/list", name: "listShareLinksByKey", .call(listShareLinksByKey)),
        .post(MiataruEndpoint.shareLinkPath + "/change", name: "changeShareLinkByKey", .call(changeShareLinkByKey)),
        .post(MiataruEndpoint.shareLinkPath + "/end", name: "endShareLinkByKey", .call(endShareLinkByKey)),
    ]

    private static let pages: [Route<MiataruHandler>] = [
        .get("/", name: "banner", isLenient: true, .banner),
        .get("/robots.txt", name: "robots", isLenient: true, .page(Page.robots)),
        .get("/favicon.ico", name: "icon", isLenient: true, .page(Page.icon)),
    ]

    private static func post(
        _ endpoint: MiataruEndpoint, _ answer: @escaping @Sendable (MiataruCall) async throws(EdgeError) -> Answer
    ) -> [Route<MiataruHandler>] {
        endpoint.paths.map { .post($0, name: endpoint.rawValue, .call(answer)) }
    }
}
