import BaliseAPI
import BaliseJSON
import Models
import OperatorAPI

func beginPlaceImport(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: BeginPlaceImportRequest.self)
    let token = try await call.send(BeginPlaceImport(replaces: body.replace ?? false)).token
    return .body(BegunPlaceImport(token: token))
}

/// Imports devices. Without a token nothing is written, and the answer only shows which devices exist here.
func importPlaces(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ImportPlacesRequest.self)
    var devices: [ImportedDevice] = []
    for (index, device) in body.devices.enumerated() {
        devices.append(try ImportedDevice(device, named: "devices[\(index)]"))
    }
    guard let token = body.token else {
        call.audit.looks(at: [])
        return .body(try await call.ask(PreviewPlaceImport(replaces: body.replace ?? false, devices: devices)))
    }
    guard body.replace == nil else {
        throw .invalid("replace belongs to the beginning of an import, or to a dry run", field: "replace")
    }
    return .body(try await call.ask(ImportPlaces(token: token, devices: devices)))
}

func endPlaceImport(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(try await call.send(EndPlaceImport(token: try call.body(as: EndPlaceImportRequest.self).token)))
}

extension ImportedDevice {
    /// Reads a device, and counts places and visitors that cannot be read. Throws for a protection that cannot be kept,
    /// because without it more readers would see the device.
    fileprivate init(_ given: MiataruDevice, named name: String) throws(EdgeError) {
        func device(_ id: Personal<String>, _ place: String) throws(EdgeError) -> DeviceID {
            guard let device = DeviceID(id.value), id.value.length <= DeviceID.maximumLength else {
                throw .invalid(
                    "\(place) has to have 1 to \(DeviceID.maximumLength) characters without \":\"", field: place)
            }
            return device
        }
        self.init(try device(given.id, "\(name).id"), slogan: given.slogan?.value, expiresAt: given.expiresAt)
        if let text = given.key {
            guard let key = DeviceKey(text.value) else {
                throw .invalid(
                    "\(name).key has to have 1 to \(DeviceKey.maximumLength) characters", field: "\(name).key")
            }
            self.key = key
        }
        if let readers = given.allowed {
            var list: [AllowedDevice] = []
            for (index, reader) in readers.enumerated() {
                list.append(
                    AllowedDevice(
                        device: try device(reader.id, "\(name).allowed[\(index)].id"),
                        readsCurrentLocation: reader.currentLocation, readsHistory: reader.history))
            }
            allowed = list
        }
        let places = given.places ?? []
        locations = places.reversed().compactMap { text in
            text.json.flatMap { try? Location(miataru: $0) }
        }
        let visitors = given.visitors ?? []
        visits = visitors.reversed().compactMap { text in text.json.flatMap(GetVisitorHistory.Visit.init(miataru:)) }
        unreadable = places.count - locations.count + visitors.count - visits.count
    }
}

extension Personal<String> {
    fileprivate var json: JSONValue? { (try? JSONDocument(Array(value.utf8)))?.root }
}

extension GetVisitorHistory.Visit {
    /// Reads a visit. The reference server stores the visitor and its own time in milliseconds.
    fileprivate init?(miataru entry: JSONValue) {
        guard let id = entry.member("DeviceID")?.string, let visitor = DeviceID(id),
            let time = try? entry.amount("TimeStamp")
        else { return nil }
        self.init(visitor: visitor, time: UnixTime(milliseconds: Int64(time)))
    }
}
