extension GoldenMessage {
    static let placeImports: [GoldenMessage] = [
        GoldenMessage(0x0478, BeginPlaceImport(replaces: true), "a100f5"),
        GoldenMessage(BeginPlaceImport.Reply(token: secret), "a100 <secret>"),
        GoldenMessage(
            0x0479, ImportPlaces(token: secret, devices: [ImportedDevice(phone)]),
            "a200 <secret> 0181a4006570686f6e65048006800700"),
        GoldenMessage(0x047A, PreviewPlaceImport(replaces: false, devices: []), "a200f40180"),
        GoldenMessage(0x047B, EndPlaceImport(token: secret), "a100 <secret>"),
        GoldenMessage(PlaceImportCounts(made: 1, replaced: 2, left: 3, refused: 4), "a40001010202030304"),
        GoldenMessage(
            ImportedDevice(
                phone, key: DeviceKey("k")!, slogan: "s",
                allowed: [AllowedDevice(device: phone, readsCurrentLocation: true, readsHistory: false)],
                locations: [storedPlace], expiresAt: moment,
                visits: [GetVisitorHistory.Visit(visitor: phone, time: moment)], unreadable: 2),
            """
            a8006570686f6e6501616b0261730381a3006570686f6e6501f502f40481a400613101613202613303613405 <moment> \
            0681a2006570686f6e6501 <moment> 0702
            """),
        GoldenMessage(
            ImportedDeviceResult(.refused, reason: "r", places: 1, refused: 2, dropped: 3),
            "a5006772656675736564016172020103020403"),
        GoldenMessage(ImportedPlaces(results: [ImportedDeviceResult(.made)]), "a10081a400646d616465020003000400"),
    ]

    private static let phone = DeviceID("phone")!
    private static let storedPlace = Location(
        timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "2"), latitude: LocationValue(json: "3"),
        horizontalAccuracy: LocationValue(json: "4"))
}
