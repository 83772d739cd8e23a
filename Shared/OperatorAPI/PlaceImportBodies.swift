public import BaliseJSON
public import Models

/// The import to begin: the body of POST /place-imports.
public struct BeginPlaceImportRequest: OperatorRequest, Hashable {
    /// Whether the import replaces the data of devices that Balise already has. Otherwise it stays; nil means false.
    public var replace: Bool?

    public init(replace: Bool? = nil) { self.replace = replace }

    public static let members: KeyValuePairs = ["replace": "true or false"]
}

/// A begun import: the answer of POST /place-imports.
public struct BegunPlaceImport: JSONConvertible, Hashable {
    /// The token, which the portions and the end of this import must contain. It is valid for a day.
    public var token: SecretText

    public init(token: SecretText) { self.token = token }
}

/// A portion of devices: the body of POST /place-imports/devices.
public struct ImportPlacesRequest: OperatorRequest, Hashable {
    /// The import's token; nil for a dry run, which writes nothing.
    public var token: SecretText?
    /// Whether the dry run is of an import that replaces devices; ignored if there is a `token`.
    public var replace: Bool?
    public var devices: [MiataruDevice]

    public init(token: SecretText? = nil, replace: Bool? = nil, devices: [MiataruDevice]) {
        (self.token, self.replace, self.devices) = (token, replace, devices)
    }

    public static let members: KeyValuePairs = [
        "token": "the token of an import", "replace": "true or false", "devices": "a list of devices",
    ]

    public static func refusal(at path: String) -> String {
        path.hasPrefix("devices") && path != "devices"
            ? "\(path) is missing or has another form" : refusal(of: path)
    }
}

/// A device, as a Miataru server stores it.
public struct MiataruDevice: JSONConvertible, Hashable {
    public var id: Personal<String>
    public var key: SecretText?
    public var slogan: Personal<String>?
    /// The allowed list; nil if the device has none. An empty list hides the device from all readers.
    public var allowed: [MiataruReader]?
    /// The JSON texts of the places, the newest first; nil for none.
    public var places: [Personal<String>]?
    /// When the only place expires; nil if the places are a history.
    public var expiresAt: UnixTime?
    /// The JSON texts of the visitors, the newest first; nil for none.
    public var visitors: [Personal<String>]?

    public init(id: String) { self.id = Personal(id) }
}

/// An entry of an allowed list.
public struct MiataruReader: JSONConvertible, Hashable {
    public var id: Personal<String>
    public var currentLocation: Bool
    public var history: Bool

    public init(id: String, currentLocation: Bool, history: Bool) {
        (self.id, self.currentLocation, self.history) = (Personal(id), currentLocation, history)
    }
}

/// The import to end: the body of POST /place-imports/end.
public struct EndPlaceImportRequest: OperatorRequest, Hashable {
    public var token: SecretText

    public init(token: SecretText) { self.token = token }

    public static let members: KeyValuePairs = ["token": "the token of an import"]
}
