# What `cmake --install build --component lens` puts where: the lens with Pocket, on which it counts. It finds the rest of itself from where its program
# lies (tools/lens/lens_home.cpp). Nothing else of Lockstep is installed.
include(GNUInstallDirs)
set(data "${CMAKE_INSTALL_DATADIR}/lockstep-lens")
install(TARGETS lens-command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT lens)
install(TARGETS lockstep-pocket
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/lockstep-lens" COMPONENT lens)
install(DIRECTORY lens/devices DESTINATION "${data}" COMPONENT lens)
install(FILES bench/results/h200-forecast.json bench/results/h100-forecast.json DESTINATION "${data}/records" COMPONENT lens)
install(FILES lens/report.schema.json DESTINATION "${data}" COMPONENT lens)
install(DIRECTORY tools/lens/page tools/html/standalone DESTINATION "${data}" COMPONENT lens)
install(FILES book/theme/1-base.css book/theme/4-code.css book/figures/figures.css DESTINATION "${data}/theme" COMPONENT lens)
set(documents "${CMAKE_INSTALL_DATAROOTDIR}/doc/lockstep-lens")
install(FILES lens/README.md DESTINATION "${documents}" COMPONENT lens)
install(FILES lens/example/turn.c DESTINATION "${documents}/examples" COMPONENT lens)
