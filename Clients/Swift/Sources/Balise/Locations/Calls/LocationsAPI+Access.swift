import BaliseAPI
public import BaliseJSON

extension LocationsAPI {
    /// The largest number of devices on an allowed list.
    public static let maximumAllowedDevices = 256
    /// The largest length of a slogan in Unicode scalars.
    public static let maximumSloganLength = 40

    /// Lets only these devices, at most 256, read a device. With an empty list, every reader who knows the device's id
    /// may. The owner is a reader like any other: put the owner's own device on the list. The device needs a key.
    public func setAllowed(_ allowed: [AllowedDevice], for device: LocationDeviceID) async throws(BaliseError) {
        guard allowed.count <= LocationsAPI.maximumAllowedDevices else {
            throw .invalid("an allowed list has at most \(LocationsAPI.maximumAllowedDevices) devices")
        }
        _ = try await neededKey(of: device)
        try acknowledge(try await send(.setAllowedDeviceList, for: device) { $0.set("allowedDevices", allowed) })
    }

    /// Returns the devices that may read one of the user's devices, which needs a key.
    public func allowed(of device: LocationDeviceID) async throws(BaliseError) -> AllowedList {
        _ = try await neededKey(of: device)
        return try await send(.getAllowedDeviceList, for: device).body()
    }

    /// Returns the devices that read one of the user's devices, the latest visit first.
    /// - Parameter count: The largest number of visits, at least 1.
    public func visitors(of device: LocationDeviceID, atMost count: Int = 1000) async throws(BaliseError)
        -> LocationVisitorHistory
    {
        guard count >= 1 else { throw .invalid("a list of \(count) visits cannot be asked for") }
        return try await send(.getVisitorHistory, for: device, in: "Device") { $0.set("Amount", String(count)) }.body()
    }

    /// Sets a device's slogan, which may be empty. The device needs a key.
    /// - Parameter slogan: At most 40 Unicode scalars, no control characters.
    public func setSlogan(_ slogan: String, for device: LocationDeviceID) async throws(BaliseError) {
        guard slogan.unicodeScalars.count <= LocationsAPI.maximumSloganLength,
            !slogan.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw .invalid(
                "a slogan has at most \(LocationsAPI.maximumSloganLength) characters and no control characters")
        }
        _ = try await neededKey(of: device)
        try acknowledge(try await send(.setDeviceSlogan, for: device) { $0.set("Slogan", slogan) })
    }

    /// Reads a device's slogan; nil if the device has no slogan. The reader needs a key.
    public func slogan(of device: LocationDeviceID, as reader: LocationDeviceID) async throws(BaliseError) -> String? {
        try await ask(.getDeviceSlogan, about: device, as: reader).read { json throws(JSONShapeError) in
            try json.needed("MiataruDeviceSlogan") { json throws(JSONShapeError) in try json.optional("Slogan") }
        }
    }

    /// Reads whether a device has a key and an allowed list. The reader needs a key.
    public func security(of device: LocationDeviceID, as reader: LocationDeviceID) async throws(BaliseError)
        -> DeviceSecurity
    {
        try await ask(.getDeviceSecurityStatus, about: device, as: reader).body()
    }

    private func ask(
        _ endpoint: MiataruEndpoint, about device: LocationDeviceID, as reader: LocationDeviceID
    ) async throws(BaliseError) -> BaliseHTTPResponse {
        _ = try await neededKey(of: reader)
        return try await showingKey(of: reader) { key async throws(BaliseError) in
            let body = MiataruBody(wrappedFor: endpoint) { json in
                json.set("DeviceID", device.text)
                json.set("RequestDeviceID", reader.text)
                json.set("RequestDeviceKey", key?.secret)
            }
            return try await send(endpoint, body)
        }
    }
}

extension DeviceSecurity: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        self = try json.needed("MiataruDeviceSecurityStatus") { json throws(JSONShapeError) in
            DeviceSecurity(
                hasKey: try json.needed("HasDeviceKey"),
                isAllowedListEnabled: try json.needed("IsAllowedDeviceListEnabled"))
        }
    }
}

extension AllowedList: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        self = try json.needed("MiataruAllowedDeviceList") { json throws(JSONShapeError) in
            AllowedList(
                isEnabled: try json.needed("IsAllowedDeviceListEnabled"), devices: try json.needed("allowedDevices"))
        }
    }
}

extension LocationVisitorHistory: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        let maximum = try json.needed("MiataruServerConfig") { json throws(JSONShapeError) in
            try json.needed("MaximumNumberOfVisitorHistory", as: WireCount.self).value
        }
        self.init(visits: try json.needed("MiataruVisitors"), maximum: maximum)
    }
}
