public import BaliseAPI
import BaliseJSON

/// Makes links that show the place of a claimed device to people without an account, until a time or an arrival.
///
/// Everyone who has the link's address sees the place. The owner sees each view: in ``list()``, and among the device's
/// visitors as `link:` with the link's name.
public struct ShareLinksAPI: Sendable {
    let caller: APICaller

    /// Creates a link. Only this answer contains the link's address.
    public func create(_ options: ShareLinkOptions, for device: LocationDeviceID) async throws(BaliseError)
        -> CreatedShareLink
    {
        let body = CreateShareLinkRequest(device: device.text, options: options)
        return try await caller.call(AppCalls.createShareLink, body: body).data
    }

    /// Returns the links of the user's devices, the latest first: open links, and links that ended in the last 30 days.
    public func list() async throws(BaliseError) -> [BaliseShareLink] {
        try await caller.call(AppCalls.listShareLinks).data.links
    }

    /// Renames a link, lets it end earlier, or makes the places that it shows coarser.
    public func change(_ link: String, _ changes: ChangeShareLinkRequest) async throws(BaliseError) -> BaliseShareLink {
        try await caller.call(AppCalls.changeShareLink, at: link, body: changes).data
    }

    /// Ends a link at once. Open pages stop showing the place.
    public func end(_ link: String) async throws(BaliseError) { try await caller.send(AppCalls.endShareLink, at: link) }
}

extension LocationsAPI {
    /// Calls about links that show the place of a claimed device to people without an account.
    public var shareLinks: ShareLinksAPI { ShareLinksAPI(caller: caller) }
}

// The calls in this extension need no account: the holder of the device's key makes them.
extension LocationsAPI {
    /// Creates a link, as ``ShareLinksAPI/create(_:for:)`` does. The device needs a key.
    public func createShareLink(_ options: ShareLinkOptions, for device: LocationDeviceID)
        async throws(BaliseError) -> CreatedShareLink
    {
        try await sendShareLink("create", of: device) { $0.set("ShareLink", options) }.body()
    }

    /// Returns the links of a device, as ``ShareLinksAPI/list()`` does. The device needs a key.
    public func shareLinks(of device: LocationDeviceID) async throws(BaliseError) -> [BaliseShareLink] {
        let list: ShareLinkList = try await sendShareLink("list", of: device).body()
        return list.links
    }

    /// Changes a link, as ``ShareLinksAPI/change(_:_:)`` does. The device needs a key.
    public func changeShareLink(_ link: String, of device: LocationDeviceID, _ changes: ChangeShareLinkRequest)
        async throws(BaliseError) -> BaliseShareLink
    {
        try await sendShareLink("change", of: device) { json in
            json.set("ID", link)
            json.set("ShareLink", changes)
        }.body()
    }

    /// Ends a link at once. The device needs a key.
    public func endShareLink(_ link: String, of device: LocationDeviceID) async throws(BaliseError) {
        try acknowledge(try await sendShareLink("end", of: device) { $0.set("ID", link) })
    }

    private func sendShareLink(
        _ call: String, of device: LocationDeviceID, _ fill: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
    ) async throws(BaliseError) -> BaliseHTTPResponse {
        _ = try await neededKey(of: device)
        return try await showingKey(of: device) { key async throws(BaliseError) in
            let body = MiataruBody { json in
                json.set("Device", device.text)
                json.set("DeviceKey", key?.secret)
                fill(&json)
            }
            return try await caller.send(.post, "\(MiataruEndpoint.shareLinkPath)/\(call)", body: body, as: .anybody)
        }
    }
}
